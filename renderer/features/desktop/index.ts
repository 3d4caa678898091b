// What several screens show about the desktop application.
export { NoPortNotice } from './no-port-notice.tsx';
