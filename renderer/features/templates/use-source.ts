// The source of templates, and what is loaded from it.
import { useEffect, useState } from 'react';
import { templateSource, type TemplateSource } from '../../api/templates.ts';
import { useSettings } from '../../state/settings.ts';
import type { RequestFailure } from '../../transport/transport.ts';

let latest: { readonly host: string; readonly version: string; readonly source: TemplateSource } | undefined;

/** Returns the same source on all pages, so that the list of templates is recognized on the way back to it. */
export function useTemplateSource(): TemplateSource {
  const settings = useSettings();
  const { host } = settings.templates;
  const version = settings.versionCli;
  if (latest?.host !== host || latest.version !== version) latest = { host, version, source: templateSource(settings) };
  return latest.source;
}

export interface Loaded<T> {
  /** Undefined while it loads and after a failure. */
  readonly data: T | undefined;
  readonly failure: RequestFailure | undefined;
  readonly retry: () => void;
}

/** Loads again when `load` changes. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<{ readonly load: typeof load; readonly data?: T; readonly failure?: RequestFailure }>();
  useEffect(() => {
    const abort = new AbortController();
    load(abort.signal).then(
      (data) => setResult({ load, data }),
      (failure: unknown) => (abort.signal.aborted ? undefined : setResult({ load, failure: failure as RequestFailure })),
    );
    return () => abort.abort();
  }, [load, attempt]);
  const current = result?.load === load ? result : undefined;
  const retry = (): void => {
    setResult(undefined);
    setAttempt((before) => before + 1);
  };
  return { data: current?.data, failure: current?.failure, retry };
}
