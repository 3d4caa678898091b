// Reads the text of PDF files.
import type { JsonObject } from '../../../contract/json.ts';
import { NodeError } from '../../../sdk/index.ts';

export interface PdfReading {
  readonly password?: string | undefined;
  /** Maximum number of pages; 0 for all. */
  readonly maxPages: number;
  /** Whether to return a single text for all pages instead of a list. */
  readonly joinPages: boolean;
}

interface TextPiece {
  readonly str: string;
  readonly transform: readonly number[];
}

/** Returns `{ numpages, numrender, info, metadata, text, version }`. Throws NodeError if the file is not a PDF or needs another password. */
export async function readPdf(bytes: Uint8Array, { password, maxPages, joinPages }: PdfReading): Promise<JsonObject> {
  // Loaded with the first PDF, because it is large.
  const { getDocumentProxy, getResolvedPDFJS } = await import('unpdf');
  const { version } = await getResolvedPDFJS();
  // The library takes ownership of the bytes, and must not compile code from the file.
  const document = await opened(() =>
    getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0, ...(password === undefined ? {} : { password }) }),
  );
  try {
    const { info, metadata } = (await document.getMetadata()) as { info: object; metadata: Iterable<readonly [string, unknown]> | null };
    const count = maxPages > 0 ? Math.min(maxPages, document.numPages) : document.numPages;
    const pages: string[] = [];
    for (let number = 1; number <= count; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(pageText(items.filter((item) => 'str' in item) as readonly TextPiece[]));
      page.cleanup();
    }
    return {
      numpages: document.numPages,
      numrender: count,
      info: plain(info),
      ...(metadata === null ? {} : { metadata: plain(Object.fromEntries(metadata)) }),
      text: joinPages ? pages.join('\n\n') : pages,
      version,
    };
  } finally {
    await document.loadingTask.destroy();
  }
}

const plain = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

/** Joins text pieces at the same height into lines. */
function pageText(pieces: readonly TextPiece[]): string {
  let text = '';
  let height: number | undefined;
  for (const { str, transform } of pieces) {
    const y = transform[5];
    text += height === undefined || y === height ? str : `\n${str}`;
    height = y;
  }
  return text;
}

async function opened<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    const { name, message } = cause as Error;
    if (name === 'PasswordException') {
      throw new NodeError('The PDF file is protected: its password is missing or wrong.', {
        code: 'PARAMETER_INVALID',
        hint: 'Enter the password of the file.',
        cause,
      });
    }
    throw new NodeError(`The file cannot be read as PDF: ${message}`, { hint: 'Check that it is a PDF file.', cause });
  }
}
