"""The cases behind a report: found by how they changed, and read a page at a time.

Why: 20,000 cases with 50 KB outputs are 2 GB, of which people look at a few screens. What decides
which cases to show (scores, categories, kinds of failure) is in memory already; the texts stay in
the journal until they are shown.

    case_source     where outputs come from; `journal_source` and `record_source` are the two
    case_choice     what people choose: pair, metric, kind, slice, failure, text
    case_table      the cases of a run: candidates, search, pages, pairs with their texts
    case_search     a search through outputs, step by step
    case_view       what the explorer and its static stand-in show
"""
