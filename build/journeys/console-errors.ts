// Collects uncaught errors and console errors of a page. A journey fails if there are any.
import type { ConsoleMessage, Page } from 'playwright-core';

interface Exception {
  readonly name: string;
  readonly text: RegExp;
  /** Path of the file or call that the message is about. */
  readonly path: RegExp;
}

/** The browser itself reports these errors: a page can neither prevent nor catch them. */
const exceptions: readonly Exception[] = [
  {
    name: 'the server is away',
    text: /^Failed to load resource: net::ERR_(?:FAILED|CONNECTION_REFUSED|CONNECTION_RESET|INTERNET_DISCONNECTED)$/,
    path: /^\/rest\//,
  },
  { name: 'nobody is signed in, or with a wrong password', text: /status of 401/, path: /^\/rest\/login$/ },
  { name: 'a recovery key that is mistyped', text: /status of 400/, path: /^\/rest\/vault\/recover$/ },
  { name: 'a credential that was saved elsewhere meanwhile', text: /status of 409/, path: /^\/rest\/credentials\/\w+$/ },
  { name: 'a cURL command that cannot be read', text: /status of 400/, path: /^\/rest\/curl-to-json$/ },
  { name: 'an execution that was not kept', text: /status of 404/, path: /^\/rest\/executions\/\w+$/ },
];

const pathOf = (message: ConsoleMessage): string => {
  const { url } = message.location();
  return URL.canParse(url) ? new URL(url).pathname : url;
};

const isExpected = (text: string, path: string): boolean =>
  exceptions.some((exception) => exception.text.test(text) && exception.path.test(path));

/** Collects a line per error, until the page's listeners are removed. */
export function collectErrors(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => void faults.push(error.message));
  page.on('console', (message) => {
    const [text, path] = [message.text(), pathOf(message)];
    if (message.type() === 'error' && !isExpected(text, path)) faults.push(`${text} (${path})`);
  });
}
