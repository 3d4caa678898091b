// Saves text as a file of the user, as a download.

/** Milliseconds after which the browser has certainly read the text. */
const READ_WITHIN = 10_000;

export function saveTextFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN);
}
