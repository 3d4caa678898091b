// The button for Google accounts, after Google's guidelines for sign-in buttons: its mark in four colours on a neutral ground.
import type { ReactNode } from 'react';

export function GoogleButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }): ReactNode {
  return (
    <button type="button" className="google-button" onClick={onClick}>
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path fill="#4285F4" d="M19.6 10.2c0-.7-.1-1.4-.2-2H10v3.9h5.4a4.6 4.6 0 0 1-2 3v2.5h3.2c1.9-1.7 3-4.3 3-7.4Z" />
        <path fill="#34A853" d="M10 20c2.7 0 5-.9 6.6-2.4l-3.2-2.5c-.9.6-2 1-3.4 1a5.9 5.9 0 0 1-5.6-4.1H1.1v2.6A10 10 0 0 0 10 20Z" />
        <path fill="#FBBC05" d="M4.4 12a6 6 0 0 1 0-3.9V5.5H1.1a10 10 0 0 0 0 9l3.3-2.5Z" />
        <path fill="#EA4335" d="M10 4c1.5 0 2.8.5 3.8 1.5l2.9-2.8A10 10 0 0 0 1.1 5.5l3.3 2.6A5.9 5.9 0 0 1 10 4Z" />
      </svg>
      {label}
    </button>
  );
}
