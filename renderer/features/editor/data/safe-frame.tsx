// A page of somebody else's: in a frame without scripts, forms, links to this window, or anything from the network but pictures.
import type { ReactNode } from 'react';

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; font-src data:; media-src data:";

/** The page with a policy before all that it holds. */
export const framed = (html: string): string => `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">${html}`;

export function SafeFrame({ html, title }: { readonly html: string; readonly title: string }): ReactNode {
  return <iframe className="data-frame" sandbox="" referrerPolicy="no-referrer" srcDoc={framed(html)} title={title} />;
}
