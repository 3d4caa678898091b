// The icon of a node type: tinted if it has no colors of its own, otherwise as it is.
import './node-icon.css';
import type { CSSProperties, ReactNode } from 'react';
import { useIconLook } from './icon-look.ts';

export interface NodeIconProps {
  /** Address of the image. */
  readonly url: string;
  /** CSS color; by default the surrounding text's. */
  readonly tint?: string;
  /** Width and height in px. */
  readonly size?: number;
}

/** A mask if the drawing has no colors of its own: as an image it would be black on dark backgrounds. */
export function NodeIcon({ url, tint, size = 20 }: NodeIconProps): ReactNode {
  const look = useIconLook(url);
  const style = { '--node-icon': `url(${JSON.stringify(url)})`, '--node-icon-size': `${size}px`, color: tint } as CSSProperties;
  return (
    <span className="node-icon" data-look={look} style={style} aria-hidden>
      {look === 'image' ? <img src={url} width={size} height={size} alt="" draggable={false} /> : null}
    </span>
  );
}
