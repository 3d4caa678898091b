// Buttons with a label, icon buttons with an accessible name and a tooltip, and links to external pages.
import './button.css';
import { ExternalLink } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon } from './icon.tsx';
import { Tooltip } from './floating/tooltip.tsx';

export type ButtonKind = 'normal' | 'primary' | 'quiet' | 'danger';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind;
  readonly size?: 'normal' | 'small';
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ kind = 'normal', size = 'normal', className, type = 'button', ...rest }: ButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type={type}
      className={className === undefined ? 'button' : `button ${className}`}
      data-kind={kind}
      data-size={size}
    />
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'aria-label'> {
  /** Accessible name and tooltip. */
  readonly label: string;
  /** Shortcut shown in the tooltip, such as `Ctrl+S`. */
  readonly shortcut?: string;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
}

export function IconButton({
  label,
  shortcut,
  side,
  kind = 'quiet',
  size = 'normal',
  className,
  type = 'button',
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <Tooltip label={label} shortcut={shortcut} side={side}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={className === undefined ? 'button' : `button ${className}`}
        data-kind={kind}
        data-size={size}
        data-shape="icon"
      />
    </Tooltip>
  );
}

export interface OutsideLinkProps {
  readonly to: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link that opens an external page in a new tab. */
export function OutsideLink({ to, className, children }: OutsideLinkProps): ReactNode {
  return (
    <a className={className} href={to} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon of={ExternalLink} size={12} />
    </a>
  );
}
