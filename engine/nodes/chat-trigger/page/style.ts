// The design of a chat's page, in the product's colors, light and dark.

export const style = `
:root{color-scheme:light dark;--canvas:#f4f6f7;--surface:#fff;--line:#e0e5e9;--line-strong:#8a97a3;--ink:#15212b;--ink-2:#52616f;--accent:#0b7a75;--accent-strong:#085f5b;--on-accent:#fff;--own:#dff1ef;--bad:#b42318;--bad-soft:#fdecea}
@media (prefers-color-scheme:dark){:root{--canvas:#12171c;--surface:#1a2128;--line:#2a343d;--line-strong:#6b7a88;--ink:#e8eef3;--ink-2:#a6b3bf;--accent:#45c4b8;--accent-strong:#6fd8ce;--on-accent:#06211f;--own:#123b38;--bad:#ff8a80;--bad-soft:#3a1d1b}}
*{box-sizing:border-box;margin:0}
html,body{height:100%}
body{display:flex;flex-direction:column;font:400 16px/1.5 "Inter Variable",Inter,system-ui,sans-serif;color:var(--ink);background:var(--canvas);overflow-wrap:anywhere}
.chat-header{display:flex;gap:16px;align-items:center;justify-content:space-between;padding:16px 24px;background:var(--surface);border-bottom:1px solid var(--line)}
h1{font-size:18px;line-height:1.3;font-weight:600}
.chat-header p{color:var(--ink-2);font-size:14px}
.framed .chat-header{padding:12px 16px}
.chat-messages{flex:1;min-height:0;overflow-y:auto;padding:24px 16px;display:flex;flex-direction:column;gap:12px;width:100%;max-width:820px;margin:0 auto}
.message{max-width:85%;padding:10px 14px;border-radius:12px;background:var(--surface);border:1px solid var(--line);align-self:flex-start}
.message.own{align-self:flex-end;background:var(--own);border-color:transparent;white-space:pre-wrap}
.message.failed{background:var(--bad-soft);border-color:var(--bad);color:var(--bad)}
.message p+p,.message ul,.message ol,.message pre,.message h3{margin-top:8px}
.message ul,.message ol{padding-left:22px}
.message h3{font-size:16px;font-weight:600}
.message code{font:14px/1.45 ui-monospace,"JetBrains Mono Variable",Menlo,Consolas,monospace;background:var(--canvas);border-radius:4px;padding:1px 4px}
.message pre{overflow-x:auto;background:var(--canvas);border:1px solid var(--line);border-radius:6px;padding:10px}
.message pre code{background:none;padding:0}
.message a{color:var(--accent)}
.files{color:var(--ink-2);font-size:13px;margin-top:6px}
.writing{display:inline-flex;gap:4px;padding:6px 0}
.writing i{width:7px;height:7px;border-radius:50%;background:var(--ink-2);animation:blink 1.2s infinite}
.writing i:nth-child(2){animation-delay:.2s}
.writing i:nth-child(3){animation-delay:.4s}
@keyframes blink{0%,60%,100%{opacity:.25}30%{opacity:1}}
@media (prefers-reduced-motion:reduce){.writing i{animation:none}}
form{width:100%;max-width:820px;margin:0 auto;padding:0 16px 16px}
.chosen{display:flex;flex-wrap:wrap;gap:6px;margin-bottom:8px}
.chosen button{font-size:13px;min-height:32px;padding:4px 10px}
.row{display:flex;gap:8px;align-items:flex-end;background:var(--surface);border:1px solid var(--line-strong);border-radius:12px;padding:6px}
.row:focus-within{outline:2px solid var(--accent);outline-offset:1px}
textarea{flex:1;min-width:0;font:inherit;color:inherit;background:none;border:0;resize:none;padding:8px;max-height:200px;outline:none}
button{font:inherit;font-weight:600;min-height:40px;padding:8px 16px;border:0;border-radius:8px;background:var(--accent);color:var(--on-accent);cursor:pointer}
button:hover{background:var(--accent-strong)}
button[disabled]{opacity:.5;cursor:default}
button.quiet{background:none;color:var(--ink-2);border:1px solid var(--line-strong);font-weight:500;flex:none}
button.quiet:hover{color:var(--ink);border-color:var(--ink-2)}
.welcome{margin:auto}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
textarea:focus-visible{outline:none}
.message>:first-child{margin-top:0}
[hidden]{display:none!important}
`.trim();
