// What browsers have no simple call for: UUIDs on plain HTTP pages, saving files, repeated announcements.
import { bridge } from '../transport/bridge.ts';

/** Returns a UUID (version 4). Browsers have no `randomUUID` on plain HTTP pages. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  }).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Milliseconds after which the browser has certainly read the text. */
const READ_WITHIN = 10_000;

/** Saves text as a file of the user: as a download, or where the user chooses in the desktop application. Returns false if the user cancels. */
export async function saveTextFile(name: string, text: string, type = 'application/json'): Promise<boolean> {
  if (bridge !== undefined) return bridge.saveFile({ name, content: text });
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN);
  return true;
}

/** An invisible character that is not read aloud. */
const AGAIN = '\u200b';

/** Returns the sentence, changed so that it is announced again: screen readers announce a live region only if it changes. */
export const spokenAgain = (sentence: string): string => `${sentence}${AGAIN}`;
