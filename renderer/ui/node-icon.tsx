// The icon of a node type: a drawing in one stroke, in the colour of its place or its own tint.
import './node-icon.css';
import type { CSSProperties, ReactNode } from 'react';

export interface NodeIconProps {
  /** Address of the drawing. */
  readonly url: string;
  /** CSS colour; that of the text around it when absent. */
  readonly tint?: string;
  /** Width and height in px. */
  readonly size?: number;
}

/** A mask rather than an image, since drawings carry no colour of their own and would be black on dark grounds. */
export function NodeIcon({ url, tint, size = 20 }: NodeIconProps): ReactNode {
  const style = { '--node-icon': `url(${JSON.stringify(url)})`, '--node-icon-size': `${size}px`, color: tint } as CSSProperties;
  return <span className="node-icon" style={style} aria-hidden />;
}
