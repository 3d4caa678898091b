// What a template is run with in its test, and what comes of it.

type Json = Readonly<Record<string, unknown>>;

/** Text is sent unchanged, everything else as JSON. */
type Body = string | Json | readonly unknown[];

export interface TemplateRun {
  /** Name of the trigger. Default: the only one. */
  readonly trigger?: string;
  /** Output of the trigger. Default: one empty item. */
  readonly items?: readonly Json[];
  /** Files that come with the first item of the trigger, by the name of the field. */
  readonly uploads?: Readonly<Record<string, { readonly name: string; readonly text: string }>>;
  /** Replies of the server that stands for `https://example.com`, by path with query. Default: `{}`. */
  readonly replies?: Readonly<Record<string, Body | { readonly status: number; readonly body: Body }>>;
  /** Files of the folder that stands for `/path/to`: their text, their bytes, or the lines of a PDF. */
  readonly files?: Readonly<Record<string, string | { readonly pdf: readonly string[] } | { readonly base64: string }>>;
  /** Output of nodes that need a package, an account or a person. */
  readonly pinned?: Readonly<Record<string, readonly Json[]>>;
  /** Parameters that the test changes, such as waiting times, by node. */
  readonly parameters?: Readonly<Record<string, Json>>;
  /** Output of nodes in their last run: what the items contain. Regular expressions match texts. */
  readonly expected?: Readonly<Record<string, readonly Json[]>>;
  /** Nodes that do not run. */
  readonly skipped?: readonly string[];
  /** Requests to the server: method with path, and what their JSON contains. */
  readonly sent?: readonly (readonly [request: string, body?: Json])[];
  /** Files of the folder after the run. */
  readonly written?: Readonly<Record<string, string | RegExp>>;
  /** What the error says with which the run ends. Default: no error. */
  readonly error?: RegExp;
  /** The response to the call of the webhook. */
  readonly response?: { readonly status?: number; readonly headers?: Json; readonly body?: string | RegExp };
}
