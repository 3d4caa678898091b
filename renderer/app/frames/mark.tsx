// The logo: a mill wheel over water.
import type { ReactNode } from 'react';

export function Mark({ size = 24 }: { readonly size?: number }): ReactNode {
  return (
    <svg
      className="mark"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      aria-hidden
    >
      <circle cx="12" cy="9" r="6" />
      <path d="M12 3v12M6 9h12M7.8 4.8l8.4 8.4M16.2 4.8l-8.4 8.4" strokeWidth={1.2} />
      <path d="M2 20c3 0 3-2 5-2s3 2 5 2 3-2 5-2 2 2 5 2" />
    </svg>
  );
}
