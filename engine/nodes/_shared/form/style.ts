// The design of form pages: one small stylesheet and script in the product's colors.

export const style = `
:root{color-scheme:light dark;--canvas:#f4f6f7;--surface:#fff;--line:#e0e5e9;--line-strong:#8a97a3;--ink:#15212b;--ink-2:#52616f;--accent:#0b7a75;--accent-strong:#085f5b;--on-accent:#fff;--bad:#c2322a;--bad-soft:#fce8e6;--warn:#8f6400;--warn-soft:#fbf1d3;--shadow:0 4px 14px rgb(21 33 43/.1)}
@media (prefers-color-scheme:dark){:root{--canvas:#12171c;--surface:#1a2128;--line:#2a343d;--line-strong:#6b7a88;--ink:#e8eef3;--ink-2:#a6b3bf;--accent:#45c4b8;--accent-strong:#6fd8ce;--on-accent:#06211f;--bad:#f2766d;--bad-soft:#3d1f1d;--warn:#e2b74c;--warn-soft:#362c12;--shadow:0 4px 14px rgb(0 0 0/.45)}}
*{box-sizing:border-box;margin:0}
body{font:400 16px/1.5 "Inter Variable",Inter,system-ui,sans-serif;color:var(--ink);background:var(--canvas);padding:32px 12px;overflow-wrap:anywhere}
main{max-width:560px;margin:0 auto;background:var(--surface);border:1px solid var(--line);border-radius:10px;box-shadow:var(--shadow);padding:24px}
h1{font-size:22px;line-height:1.3;font-weight:600;letter-spacing:-.01em}
.lead{color:var(--ink-2);margin-top:8px}
form{display:grid;gap:20px;margin-top:24px}
fieldset{border:0;padding:0;min-width:0}
label,legend{font-weight:500;font-size:14px;padding:0}
.field>label:not(.choice),legend{display:block;margin-bottom:6px}
.mark{color:var(--ink-2);font-weight:400}
input,textarea,select,button{font:inherit;color:inherit}
input:not([type=checkbox],[type=radio]),textarea,select{display:block;width:100%;min-height:40px;padding:8px 10px;border:1px solid var(--line-strong);border-radius:6px;background:var(--surface)}
textarea{min-height:104px;resize:vertical}
.choice{display:flex;gap:10px;align-items:center;min-height:36px;font-weight:400;font-size:15px}
.choice input{width:18px;height:18px;flex:none;accent-color:var(--accent)}
[aria-invalid=true],.wrong input{border-color:var(--bad)!important}
.error{color:var(--bad);font-size:14px;margin-top:6px}
.summary{background:var(--bad-soft);border:1px solid var(--bad);border-radius:6px;padding:12px 16px;margin-top:20px}
.summary h2{font-size:16px;font-weight:600}
.summary ul{padding-left:20px;margin-top:6px}
.notice{background:var(--warn-soft);color:var(--warn);border-radius:6px;padding:8px 12px;font-size:14px;margin-bottom:16px}
button,.button{display:inline-block;min-height:44px;padding:10px 20px;border:0;border-radius:6px;background:var(--accent);color:var(--on-accent);font-weight:600;cursor:pointer;text-decoration:none;text-align:center}
button:hover,.button:hover{background:var(--accent-strong)}
button[disabled]{opacity:.6;cursor:progress}
button.second{background:none;border:1px solid var(--bad);color:var(--bad)}
button.second:hover{background:var(--bad-soft)}
.text{white-space:pre-wrap}
.second-title{font-size:16px;font-weight:600;margin-top:20px}
.values{margin-top:8px;border:1px solid var(--line);border-radius:6px;max-height:60vh;overflow:auto}
.values dt{font-size:13px;font-weight:500;color:var(--ink-2);padding:8px 12px 0}
.values dd{font-family:ui-monospace,monospace;font-size:14px;white-space:pre-wrap;padding:0 12px 8px;border-bottom:1px solid var(--line)}
.values dd:last-child{border-bottom:0}
a{color:var(--accent)}
a.button{color:var(--on-accent);margin-top:20px}
img{max-width:100%;height:auto}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
footer{max-width:560px;margin:16px auto 0;text-align:center;color:var(--ink-2);font-size:13px}
`.trim();

/** Optional for the form: it only prevents submitting twice, and requires a choice before submitting. */
export const script = `
(() => {
  document.getElementById('errors')?.focus();
  document.querySelector('a[data-auto]')?.click();
  const form = document.querySelector('form');
  if (!form) return;
  const groups = [...form.querySelectorAll('fieldset[data-required]')];
  const check = (group) => {
    const boxes = [...group.querySelectorAll('input')];
    boxes[0]?.setCustomValidity(boxes.some((box) => box.checked) ? '' : group.dataset.required);
  };
  for (const group of groups) { check(group); group.addEventListener('change', () => check(group)); }
  form.addEventListener('submit', () => {
    const button = form.querySelector('button');
    button.disabled = true;
    button.textContent = button.dataset.sending;
  });
  addEventListener('pageshow', () => {
    const button = form.querySelector('button');
    button.disabled = false;
    button.textContent = button.dataset.label;
  });
})();
`.trim();
