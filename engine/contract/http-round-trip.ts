// A request and its response as stored with an error for the error view: without secrets, and bodies as truncated text.

export interface RecordedBody {
  readonly text: string;
  /** Whether the body was truncated. */
  readonly isCut: boolean;
}

export interface HttpRoundTrip {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** Absent if there is no body or it is not text. */
    readonly body?: RecordedBody;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: RecordedBody;
  };
}
