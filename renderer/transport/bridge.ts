// The desktop application's side of a page.
import type { DesktopBridge } from '../../engine/contract/desktop.ts';

/** Present in the desktop application. */
export const { millrace: bridge } = globalThis as { readonly millrace?: DesktopBridge };

/** Whether the page is shown by the desktop application, which opens pages of services in the system's browser. */
export const isDesktop = bridge !== undefined;
