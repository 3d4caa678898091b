// Public interface of the chat. It is loaded when the chat is opened for the first time.
export { ChatPanel } from './chat-panel.tsx';
