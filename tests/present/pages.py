"""What an HTML document holds, read by the parser of the standard library."""

from html.parser import HTMLParser

VOID = {"img", "meta", "source", "br"}


class Page(HTMLParser):
    """Tables, attributes, scripts and text of a document; spaces that do not break are spaces."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.tags = []
        self.scripts = []
        self.tables = []
        self.text = ""
        self.open = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in {"td", "th"}:
            self.tables[-1][-1].append("")
        elif tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            self.scripts[-1] += data
            return
        data = data.replace("\xa0", " ")
        self.text += data
        if {"td", "th"} & set(self.open):
            self.tables[-1][-1][-1] += data
