// Fetches a workflow file from a URL that the user gives: http or https, ending in .json, limited in size, and outside of private networks.
import { AppError } from '../../contract/errors.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { HttpPort } from '../../sdk/index.ts';
import { readWorkflow } from '../../workflow/file/import.ts';
import { isInner } from './inner-networks.ts';

/** Maximum size of a file in bytes. */
const MAX_BYTES = 12_582_912;
const TIMEOUT = 10_000;
const MAX_REDIRECTS = 5;

export interface FromUrlPorts {
  readonly http: HttpPort;
  /** Whether addresses in private networks are allowed. */
  readonly allowsPrivate: boolean;
  /** Limits in bytes and milliseconds; override the defaults. */
  readonly maxBytes?: number;
  readonly timeout?: number;
}

/** Throws BAD_REQUEST if the address is not allowed or does not respond; NOT_JSON or WORKFLOW_INVALID if the file is not a workflow. */
export async function workflowFromUrl(address: string, ports: FromUrlPorts): Promise<WorkflowFile> {
  const url = checkedUrl(address);
  return readWorkflow(await textFrom(url, ports)).file;
}

function checkedUrl(address: string): URL {
  const url = URL.parse(address);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || !url.pathname.endsWith('.json')) {
    throw new AppError('BAD_REQUEST', 'Invalid URL: it must begin with http:// or https:// and end in .json.', {
      params: { field: 'url' },
    });
  }
  if (url.username !== '' || url.password !== '') throw rejected(url, 'it holds a password');
  return url;
}

async function textFrom(url: URL, { http, allowsPrivate, maxBytes = MAX_BYTES, timeout = TIMEOUT }: FromUrlPorts): Promise<string> {
  const ended = new AbortController();
  const late = AbortSignal.timeout(timeout);
  let leadsInside = false;
  // Checked for each connection, also after redirects, since a name may resolve to another address each time.
  const allowsAddress = (candidate: string): boolean => {
    leadsInside ||= isInner(candidate);
    return !leadsInside;
  };
  try {
    const response = await http.request({
      url: url.href,
      maxRedirects: MAX_REDIRECTS,
      timeout,
      signal: AbortSignal.any([late, ended.signal]),
      headers: { accept: 'application/json' },
      ...(allowsPrivate ? {} : { allowsAddress }),
    });
    if (response.status !== 200) throw rejected(url, `it answered with the status ${response.status}`);
    return await limitedText(response.stream(), maxBytes, url);
  } catch (cause) {
    if (leadsInside) throw rejected(url, 'it leads into the own network', cause);
    if (late.aborted) throw rejected(url, 'it took too long', cause);
    if (cause instanceof AppError && cause.code === 'BAD_REQUEST') throw cause;
    throw rejected(url, cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause), cause);
  } finally {
    // Closes the connection without reading the rest of the body.
    ended.abort();
  }
}

async function limitedText(chunks: AsyncIterable<Uint8Array>, maxBytes: number, url: URL): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBytes) throw rejected(url, 'it is too large');
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}

const rejected = (url: URL, reason: string, cause?: unknown): AppError =>
  new AppError('BAD_REQUEST', `The workflow could not be fetched from ${url.origin}${url.pathname}: ${reason}.`, {
    params: { url: `${url.origin}${url.pathname}`, reason },
    cause,
  });
