// The bytes of a file for showing it: taken from the item, or asked of the server.
import { useEffect, useState } from 'react';
import { transport } from '../../../transport/index.ts';
import { bytesOf, fileKind, filePath, fileNameOf, plainType, type ItemFile } from './files.ts';

export type FileState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'there'; readonly url: string; readonly blob: Blob | undefined };

/** Files that the browser reads by itself, piece by piece. */
const isStreamed = (file: ItemFile): boolean => {
  const kind = fileKind(file.entry);
  return file.entry.id !== undefined && (kind === 'audio' || kind === 'video');
};

async function blobOf(file: ItemFile, signal: AbortSignal): Promise<Blob> {
  const { id, data, mimeType } = file.entry;
  if (id === undefined) return new Blob([bytesOf(data)], { type: plainType(mimeType) });
  const answer = await fetch(transport.urlOf(filePath(file, 'view')), { signal, credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  return new Blob([await answer.arrayBuffer()], { type: plainType(mimeType) });
}

export function useFile(file: ItemFile): FileState {
  const [state, setState] = useState<FileState>({ kind: 'loading' });
  useEffect(() => {
    if (isStreamed(file)) {
      setState({ kind: 'there', url: transport.urlOf(filePath(file, 'view')), blob: undefined });
      return undefined;
    }
    const ending = new AbortController();
    let url: string | undefined;
    setState({ kind: 'loading' });
    blobOf(file, ending.signal).then(
      (blob) => {
        if (ending.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setState({ kind: 'there', url, blob });
      },
      () => (ending.signal.aborted ? undefined : setState({ kind: 'failed' })),
    );
    return () => {
      ending.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [file]);
  return state;
}

/** Hands a file to the person. Throws where an item's own bytes are no base64. */
export function download(file: ItemFile): void {
  const { id, data, mimeType } = file.entry;
  const url =
    id === undefined
      ? URL.createObjectURL(new Blob([bytesOf(data)], { type: plainType(mimeType) }))
      : transport.urlOf(filePath(file, 'download'));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(file);
  link.click();
  if (id === undefined) setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
