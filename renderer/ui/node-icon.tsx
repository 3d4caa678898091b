// The icon of a node type: a drawing in the colour of its place or its own tint; one that has colours is shown as it is.
import './node-icon.css';
import type { CSSProperties, ReactNode } from 'react';
import { useIconLook } from './icon-look.ts';

export interface NodeIconProps {
  /** Address of the drawing. */
  readonly url: string;
  /** CSS colour; that of the text around it when absent. */
  readonly tint?: string;
  /** Width and height in px. */
  readonly size?: number;
}

/** A mask where the drawing carries no colour of its own: as an image it would be black on dark grounds. */
export function NodeIcon({ url, tint, size = 20 }: NodeIconProps): ReactNode {
  const look = useIconLook(url);
  const style = { '--node-icon': `url(${JSON.stringify(url)})`, '--node-icon-size': `${size}px`, color: tint } as CSSProperties;
  return (
    <span className="node-icon" data-look={look} style={style} aria-hidden>
      {look === 'image' ? <img src={url} width={size} height={size} alt="" draggable={false} /> : null}
    </span>
  );
}
