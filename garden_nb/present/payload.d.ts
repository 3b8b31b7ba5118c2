/** The contract between `contract.py`, which names what Python writes, and the front end. */
declare namespace Garden {
  /** The choice shown. `adjust` is "none" where Python says None. */
  interface State {
    baseline: string;
    adjust: string;
    on_error: string;
    gates: GateEntry[];
    confidence: number;
    margin: number | null;
    /** The success metrics that are compared; null for all, absent in older reports. */
    metrics?: string[] | null;
    /** A category; empty for all cases. */
    slice: string;
  }

  /** A gate: `metric` or `label:metric`, rule, bound, options that are not the default ones. */
  type GateEntry = [key: string, rule: string, bound: number, options?: GateOptions];

  /** In this order, so that equal ones have equal JSON. */
  interface GateOptions {
    use?: 'point' | 'ci';
    min_cases?: number;
    on_missing?: 'skip';
    severity?: 'warn';
  }

  /** Number and words; behind them low, high and the words of the interval, or why there is none. */
  type Reading =
    | [null]
    | [value: number, words: string, doubt?: string]
    | [value: number, words: string, low: number, high: number, interval: string];

  /** What all views were computed with: gates change in the page, the rest needs a kernel. */
  type Basis = Pick<State, 'gates' | 'confidence' | 'margin' | 'metrics'>;

  interface Slice {
    category: string;
    /** Its size in words. */
    n: string;
    small: boolean;
    tables: Table[];
  }

  /** What gates on one metric compare, of each of `labels`; differences lack where `counted`. */
  interface Gauge {
    metric: string;
    higher_is_better: boolean;
    counted: boolean;
    /** The lowest and the highest value that there can be. */
    scale: [number, number] | null;
    n_cases: (number | null)[];
    n_pairs: (number | null)[];
    value: Reading[];
    delta: Reading[];
    delta_pct: Reading[];
  }

  /** A part of a text; `before` and `after` say in words what is left out there. */
  interface Text {
    /** text and kind: same, removed or added */
    spans: [string, string][];
    before: string;
    after: string;
  }

  /** What one variant made of a case. */
  interface Answer {
    variant: string;
    /** `status` is pass, fail or empty where the number has to speak */
    mark: { status: string; text: string };
    text: Text;
    failure: string;
    facts: string[];
    scores: { name: string; value: string; reason: string }[];
  }

  /** A case in full: the answers of baseline and contender, their differences marked. */
  interface Case {
    id: string;
    category: string;
    kind: string;
    word: string;
    question: Text;
    expected: Text;
    answers: Answer[];
    repeat: number;
    repeats: number;
  }

  /** The cases that changed under one contender: a line to open, a chosen few, how many more. */
  interface Changed {
    variant: string;
    /** The failure policy that they are counted under; empty or absent where no trial failed. */
    on_error?: string;
    summary: string;
    cases: Case[];
    note: string;
  }

  interface Contender {
    variant: string;
    /** better, worse, equivalent, unclear or no data */
    status: string;
    text: string;
  }

  interface Row {
    variant: string;
    baseline: boolean;
    status: string | null;
    /** Words by column key. */
    cells: Record<string, string>;
    /** How the row was judged, one sentence each. */
    detail: string[];
  }

  interface Column {
    key: string;
    label: string;
    /** left or right */
    align: string;
  }

  interface Table {
    caption: string;
    note: string;
    columns: Column[];
    rows: Row[];
  }

  interface Gate {
    /** pass, fail, unclear or skipped */
    status: string;
    text: string;
    reason: string;
  }

  /** One state in words: nothing is left to compute or to format. */
  interface View {
    headline: string;
    action: string;
    contenders: Contender[];
    gates_line: { status: string; text: string } | null;
    context: string[];
    tables: Table[];
    plot_alt: string;
    plot_note: string;
    gates: Gate[];
    /** The gauges of what is counted. */
    counts: Gauge[];
    methods: string[];
  }

  interface Control {
    key: 'baseline' | 'adjust' | 'on_error' | 'slice';
    label: string;
    /** value, words */
    options: [string, string][];
  }

  interface Payload {
    schema: number;
    /** Ties a report's views and its wire together. */
    id: string;
    title: string;
    variants: string[];
    state: State;
    basis: Basis;
    controls: Control[];
    /** Whom gates are about: the variants and those that were stopped. */
    labels: string[];
    /** By the JSON text of `[baseline, on_error]`. */
    gauges: Record<string, Gauge[]>;
    /** By state key with `adjust` `holm` for every correction. */
    slices: Record<string, Slice[]>;
    /** All success metrics, chosen or not; absent in older reports. */
    metrics?: string[];
    /** By baseline, which needs no other choice; absent in older reports. */
    changed?: Record<string, Changed[]>;
    /** By state key: the JSON text of `[baseline, adjust, on_error]`. */
    views: Record<string, View>;
    /** By state key: the index into `svgs`. */
    plots: Record<string, number>;
    /** base64 of gzip of a JSON array of SVG texts. */
    svgs: string;
    /** Whether a kernel may listen. */
    wire: boolean;
    /** There while pictures and other choices are still to come. */
    drawing?: boolean;
  }

  /** A payload as it is saved: `packed` is base64 of gzip of the whole as JSON. */
  interface Folded {
    schema: number;
    id: string;
    state: State;
    wire: boolean;
    drawing?: boolean;
    packed: string;
  }

  interface Host {
    /** The text of the style sheets. */
    css?: string;
    /**
     * Hears of each choice made in the page. `view` is null when the page lacks the numbers.
     * True says that a kernel heard of it too, and will send what the page lacks.
     */
    onState?: (state: State, view: View | null) => boolean | void;
  }

  interface Handle {
    /** The payload shown; `state` in it is the one that it came with. */
    readonly payload: Payload;
    readonly state: State;
    /** Settles when the plots are unpacked. */
    readonly ready: Promise<void>;
    /** Whether what was chosen last is not what is shown, or not whole. */
    readonly waiting: boolean;
    /** Shows another state, or another payload in place of this one. */
    update(next: Payload | State): void;
    /** Says that a kernel listens: what needs one is offered. */
    listen(): void;
    dispose(): void;
    /** The script-less form of a state; null where the page lacks it. */
    still(state: State): Still | null;
  }

  interface Still {
    section: HTMLElement;
    /** A data: URI of the plot in its own inks; empty where there is none. */
    plot: string;
    words: View;
  }

  /**
   * What page and kernel say to each other, as `detail` of events on `document`:
   * `garden-nb:join` and `garden-nb:change` from the page, `garden-nb:state` from the wire, which
   * calls `preventDefault()` on what it hears so that the page knows of it.
   */
  interface WireDetail {
    tag: string;
    state?: State;
    payload?: Payload | Folded | null;
  }
}
