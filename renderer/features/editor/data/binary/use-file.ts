// Loads the bytes of a file for display: from the item itself or from the server.
import { useEffect, useState } from 'react';
import { transport } from '../../../../transport/index.ts';
import { bytesOf, fileKind, fileNameOf, filePath, plainType, type ItemFile } from './files.ts';

export type FileState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'there'; readonly url: string; readonly blob: Blob | undefined };

/** Whether the browser streams the file itself. */
const isStreamed = (file: ItemFile): boolean => {
  const kind = fileKind(file.entry);
  return file.entry.id !== undefined && (kind === 'audio' || kind === 'video');
};

async function blobOf(file: ItemFile, signal: AbortSignal): Promise<Blob> {
  const { id, data, mimeType } = file.entry;
  if (id === undefined) return new Blob([bytesOf(data)], { type: plainType(mimeType) });
  const response = await fetch(transport.urlOf(filePath(file, 'view')), { signal, credentials: 'same-origin' });
  if (!response.ok) throw new Error(`The server responded with status ${response.status}.`);
  return new Blob([await response.arrayBuffer()], { type: plainType(mimeType) });
}

export function useFile(file: ItemFile): FileState {
  const [state, setState] = useState<FileState>({ kind: 'loading' });
  useEffect(() => {
    if (isStreamed(file)) {
      setState({ kind: 'there', url: transport.urlOf(filePath(file, 'view')), blob: undefined });
      return undefined;
    }
    const controller = new AbortController();
    let url: string | undefined;
    setState({ kind: 'loading' });
    blobOf(file, controller.signal).then(
      (blob) => {
        if (controller.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setState({ kind: 'there', url, blob });
      },
      () => (controller.signal.aborted ? undefined : setState({ kind: 'failed' })),
    );
    return () => {
      controller.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [file]);
  return state;
}

/** Starts a download. Throws if the item's inline data is not base64. */
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
