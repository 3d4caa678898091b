// Content security policies of pages that contain their own script and style.
import { createHash } from 'node:crypto';

/** The source that allows exactly this script or style. */
export const cspHash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
