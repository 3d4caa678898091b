// Notifies holders of long-lived streams that a session has ended.

/** One session by its hash, or all sessions of a user, including the local one before set-up. */
export type SessionEnd = { readonly session: string } | { readonly userId: string };

export class SessionEnds {
  readonly #listeners = new Set<(end: SessionEnd) => void>();

  /** Returns a function that stops listening. */
  listen(listener: (end: SessionEnd) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(end: SessionEnd): void {
    for (const listener of this.#listeners) listener(end);
  }
}
