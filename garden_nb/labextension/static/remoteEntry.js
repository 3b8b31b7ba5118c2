// @ts-check
/*
 * The door for JupyterLab and Notebook 7: a federated MIME extension, written by hand so that
 * nothing is built. It shows reports in outputs and opens `*.garden.json` files. What it shows is
 * in output.js, which is fetched with the first report.
 */
(() => {
  const MIME = 'application/vnd.garden.report+json';
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const address = new URL('output.js', script.src).href;
  /** @type {any} */
  let scope = null;

  /** Returns the page's own copy of a module. @param {string} name */
  async function shared(name) {
    const [copy] = Object.values(scope[name]);
    return (await copy.get())();
  }

  /** What is shown where a report cannot be. @param {any} error @param {string} plain */
  function tell(error, plain) {
    const text = `This report cannot be shown: ${error?.message ?? error}.\n\n${plain}`;
    const alert = Object.assign(document.createElement('pre'), { textContent: text.trimEnd() });
    alert.setAttribute('role', 'alert');
    alert.style.cssText = 'margin: 0; padding: 8px 12px; white-space: pre-wrap';
    return alert;
  }

  async function makeExtension() {
    const { Widget } = await shared('@lumino/widgets');

    class Renderer extends Widget {
      /** @type {any} */
      output;

      /** @param {any} model */
      async renderModel(model) {
        try {
          const { ReportOutput } = await import(address);
          this.output ??= new ReportOutput(this.node);
          await this.output.render(model);
        } catch (error) {
          this.output?.dispose();
          this.output = undefined;
          this.node.replaceChildren(tell(error, model.data['text/plain'] ?? ''));
        }
      }

      dispose() {
        this.output?.dispose();
        super.dispose();
      }
    }

    const rendererFactory = {
      safe: true, // also in notebooks that are not trusted: text enters as text only
      mimeTypes: [MIME],
      createRenderer: () => new Renderer(),
    };
    const rank = -20; // before text/html and before widgets
    const name = 'garden-report';
    const files = { name: 'Garden report', primaryFileType: name };
    return {
      id: 'garden-nb:report',
      rendererFactory,
      rank,
      dataType: 'string', // of files: what is no JSON is told of in the page
      fileTypes: [
        {
          name,
          displayName: files.name,
          extensions: ['.garden.json'],
          mimeTypes: [MIME],
          fileFormat: 'text',
          icon: 'ui-components:json',
        },
      ],
      documentWidgetFactoryOptions: { ...files, fileTypes: [name], defaultFor: [name] },
    };
  }

  const page = /** @type {any} */ (window);
  page._JUPYTERLAB ??= {};
  page._JUPYTERLAB['garden-nb'] = {
    /** @param {any} sharedScope */
    init(sharedScope) {
      scope = sharedScope;
    },
    async get() {
      const extension = await makeExtension();
      return () => ({ __esModule: true, default: extension });
    },
  };
})();
