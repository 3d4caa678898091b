// A request and its response as stored with an error for the error view: without secrets, bodies as text of limited size.

export interface KeptBody {
  readonly text: string;
  /** Whether the body was cut. */
  readonly isCut: boolean;
}

export interface HttpExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** Absent without a body, and for bodies that are not text. */
    readonly body?: KeptBody;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: KeptBody;
  };
}
