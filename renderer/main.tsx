// Entry point of the renderer.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/base.css';
import { App } from './app/app.tsx';
import { stopComposedKeys } from './lib/composing.ts';

// Before React and all others listen.
stopComposedKeys(window);

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
