// @ts-check
/*
 * The door for JupyterLab and Notebook 7: a federated MIME extension, written by hand so that
 * nothing is built. What it shows is in output.js, which is fetched with the first report.
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

  async function makeExtension() {
    const { Widget } = await shared('@lumino/widgets');

    class Renderer extends Widget {
      /** @param {any} model */
      async renderModel(model) {
        try {
          const { ReportOutput } = await import(address);
          this.output ??= new ReportOutput(this.node);
          await this.output.render(model);
        } catch (error) {
          const text = `This report cannot be drawn: ${error}\n\n${model.data['text/plain'] ?? ''}`;
          const alert = Object.assign(document.createElement('pre'), { textContent: text });
          alert.setAttribute('role', 'alert');
          this.node.replaceChildren(alert);
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
    return { id: 'garden-nb:report', rendererFactory, rank, dataType: 'json' };
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
