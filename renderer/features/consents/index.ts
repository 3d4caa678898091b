// Public interface of the consents.
export { ConsentDialog } from './consent-dialog.tsx';
export { ConsentsPage } from './consents-page.tsx';
