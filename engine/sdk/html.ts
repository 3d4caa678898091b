// Parts of HTML pages that nodes and the server send.
import { createHash } from 'node:crypto';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for the content of an element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] as string);

/** The source for a content security policy that allows exactly this script or style. */
export const cspHash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
