// Monaco's work beside the page: differences, links, words.
import 'monaco-editor/editor/editor.worker.js';
