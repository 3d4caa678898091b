// The windows of the application, each with the page of Chromium that shows it.
import type { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, WindowOpenHandlerResponse } from 'electron';
import type { CDPSession, Page } from 'playwright-core';

/** What the parts of the stand-in use of a window. */
export interface HostedWindow extends EventEmitter {
  readonly id: number;
  close(): void;
  isDestroyed(): boolean;
  isFocused(): boolean;
  loadURL(url: string): Promise<void>;
}

export interface HostedContents extends EventEmitter {
  readonly id: number;
}

export interface Hosted {
  readonly window: HostedWindow;
  readonly contents: HostedContents;
  readonly options: BrowserWindowConstructorOptions;
  /** A window that the page itself opened. */
  readonly isPopup: boolean;
  /** Resolves when the page exists. */
  opening: Promise<void>;
  /** Resolves when the window is destroyed. */
  readonly gone: PromiseWithResolvers<void>;
  page?: Page;
  devtools?: CDPSession;
  /** Id of the preload script's context in the current document. */
  preloadContext?: number;
  /** Address of the current document, as the application sees it. */
  url: string;
  /** Address in Chromium that the application is loading: `will-navigate` is not emitted for it. */
  loading?: string;
  isClosing: boolean;
  openHandler: (details: { readonly url: string; readonly frameName: string; readonly features: string }) => WindowOpenHandlerResponse;
}

export const hosted: Hosted[] = [];

export const hostedBy = (page: Page): Hosted | undefined => hosted.find((entry) => entry.page === page);

let lastId = 0;
export const nextId = (): number => ++lastId;
