// The script of a chat's page. What people and models write becomes text nodes, never markup.

export const script = String.raw`
(() => {
  const settings = JSON.parse(document.getElementById('settings').textContent);
  const { texts } = settings;
  const list = document.getElementById('messages');
  const create = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const newId = () => crypto.randomUUID ? crypto.randomUUID() : Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  // The address keeps the session when the page is loaded again.
  let session = /session=([\w-]+)/.exec(location.hash)?.[1] ?? '';
  const rememberSession = () => {
    history.replaceState(null, '', '#session=' + session);
    parent.postMessage({ chatSession: session }, '*');
  };

  const inline = (parent, text) => {
    const pattern = /(\x60[^\x60\n]+\x60)|\*\*([^*\n]+)\*\*|\*([^*\s][^*\n]*)\*|\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)|(https?:\/\/[^\s<>"')]+)/g;
    let from = 0;
    for (const match of text.matchAll(pattern)) {
      parent.append(text.slice(from, match.index));
      from = match.index + match[0].length;
      const [, code, bold, italic, label, target, plain] = match;
      if (code) parent.append(create('code', {}, code.slice(1, -1)));
      else if (bold) parent.append(create('strong', {}, bold));
      else if (italic) parent.append(create('em', {}, italic));
      else parent.append(create('a', { href: target ?? plain, target: '_blank', rel: 'noopener noreferrer' }, label ?? plain));
    }
    parent.append(text.slice(from));
  };
  const markdown = (text) => {
    const blocks = [];
    let open;
    for (const line of text.split('\n')) {
      const fence = /^\s*(?:\x60{3}|~~~)/.test(line);
      if (open?.kind === 'code') {
        if (fence) open = undefined;
        else open.lines.push(line);
        continue;
      }
      const item = /^\s*(?:([-*+])|(\d+)[.)])\s+(.*)$/.exec(line);
      const heading = /^#{1,6}\s+(.*)$/.exec(line);
      const kind = fence ? 'code' : item ? (item[1] ? 'ul' : 'ol') : heading ? 'h3' : line.trim() === '' ? '' : 'p';
      if (kind === '') { open = undefined; continue; }
      if (open?.kind !== kind || kind === 'h3' || kind === 'code') blocks.push((open = { kind, lines: [] }));
      if (kind !== 'code') open.lines.push(item ? item[3] : heading ? heading[1] : line);
    }
    return blocks.map(({ kind, lines }) => {
      if (kind === 'code') return create('pre', {}, create('code', {}, lines.join('\n')));
      const block = create(kind);
      if (kind === 'ul' || kind === 'ol') {
        for (const line of lines) { const entry = create('li'); inline(entry, line); block.append(entry); }
      } else lines.forEach((line, at) => { if (at > 0) block.append(create('br')); inline(block, line); });
      return block;
    });
  };

  const atEnd = () => list.scrollHeight - list.scrollTop - list.clientHeight < 80;
  const show = (element) => { list.append(element); element.scrollIntoView({ block: 'end' }); return element; };
  const own = (text, files = []) => {
    const message = create('div', { className: 'message own' }, text);
    if (files.length > 0) message.append(create('div', { className: 'files' }, files.map(({ name }) => name).join(', ')));
    show(message);
  };
  const other = (text) => {
    const message = create('div', { className: 'message' });
    message.append(...markdown(text));
    return show(message);
  };
  const write = (message, text) => {
    const follows = atEnd();
    message.replaceChildren(...markdown(text));
    if (follows) message.scrollIntoView({ block: 'end' });
  };
  const dots = () => create('span', { className: 'writing', role: 'status', ariaLabel: texts.writing }, create('i'), create('i'), create('i'));

  const replyIn = (value) => {
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return value.map(replyIn).join('\n\n');
    if (value && typeof value === 'object') {
      for (const name of ['output', 'text', 'response', 'message']) if (value[name] !== undefined && value[name] !== null) return replyIn(value[name]);
      if (Object.keys(value).length === 0) return '';
    }
    return value === undefined || value === null ? '' : '~~~\n' + JSON.stringify(value, null, 2) + '\n~~~';
  };
  const parsed = (text) => { try { return JSON.parse(text); } catch { return text; } };

  let url = settings.url;
  const post = (fields, files = []) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...fields, sessionId: session, token: settings.token })) body.append(name, value);
    for (const file of files) body.append('files', file);
    return fetch(url, { method: 'POST', body });
  };
  const readStream = async (response, message) => {
    let text = '';
    let rest = '';
    url = settings.url;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const take = (line) => {
      if (line.trim() === '') return;
      const part = parsed(line);
      if (part === null || typeof part !== 'object') { text += line + '\n'; return; }
      if (part.type === 'item') text += replyIn(parsed(part.content));
      else if (part.type === 'error') throw new Error(replyIn(part.content));
      else if (part.type === 'waiting' && typeof part.content === 'string') url = part.content;
      else if (part.type === undefined) text += replyIn(part);
    };
    for (;;) {
      const { done, value = '' } = await reader.read();
      const lines = (rest + value).split('\n');
      rest = done ? '' : lines.pop();
      for (const line of lines) take(line);
      if (text !== '') write(message, text);
      if (done) return text;
    }
  };

  const input = create('textarea', { id: 'input', rows: 1, placeholder: texts.placeholder, ariaLabel: texts.placeholder });
  const send = create('button', { type: 'submit', disabled: true }, texts.send);
  const chosen = create('div', { className: 'chosen', hidden: true });
  const row = create('div', { className: 'row' });
  const form = create('form', {}, chosen, row);
  let files = [];
  let isBusy = false;
  const update = () => {
    send.disabled = isBusy || (input.value.trim() === '' && files.length === 0);
    input.style.height = 'auto';
    input.style.height = input.scrollHeight + 'px';
    chosen.hidden = files.length === 0;
    chosen.replaceChildren(...files.map((file) => create('button', { type: 'button', className: 'quiet', ariaLabel: texts.remove + ' ' + file.name, onclick: () => { files = files.filter((each) => each !== file); update(); input.focus(); } }, file.name + ' \u00d7')));
  };
  if (settings.accept !== null) {
    const picker = create('input', { type: 'file', multiple: true, hidden: true, accept: settings.accept });
    picker.addEventListener('change', () => { files = [...files, ...picker.files]; picker.value = ''; update(); input.focus(); });
    row.append(picker, create('button', { type: 'button', className: 'quiet', onclick: () => picker.click() }, texts.attach));
  }
  row.append(input, send);
  input.addEventListener('input', update);
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });

  const ask = async (text, attached) => {
    const message = show(create('div', { className: 'message' }, dots()));
    isBusy = true;
    update();
    try {
      const response = await post({ action: 'sendMessage', chatInput: text }, attached);
      if (!response.ok) throw new Error(replyIn(parsed(await response.text())));
      const reply = settings.isStreaming ? await readStream(response, message) : replyIn(parsed(await response.text()));
      write(message, reply === '' ? texts.empty : reply);
    } catch (error) {
      message.className = 'message failed';
      message.setAttribute('role', 'alert');
      const again = create('button', { type: 'button', className: 'quiet', onclick: () => { message.remove(); ask(text, attached); } }, texts.again);
      message.replaceChildren(create('p', {}, error instanceof TypeError || !error.message ? texts.failed : error.message), again);
      message.scrollIntoView({ block: 'end' });
    } finally {
      isBusy = false;
      update();
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (send.disabled) return;
    const [text, attached] = [input.value.trim(), files];
    input.value = '';
    files = [];
    own(text, attached);
    input.focus();
    ask(text, attached);
  });

  const previous = async () => {
    try {
      const response = await post({ action: 'loadPreviousSession' });
      const { data } = response.ok ? await response.json() : {};
      if (!Array.isArray(data)) return;
      for (const { id, kwargs } of data) {
        if (typeof kwargs?.content !== 'string') continue;
        if (id?.includes('HumanMessage')) own(kwargs.content);
        else other(kwargs.content);
      }
    } catch {
      // The chat begins without its earlier messages.
    }
  };
  const begin = async () => {
    list.replaceChildren();
    url = settings.url;
    const isKnown = session !== '';
    if (!isKnown) session = newId();
    rememberSession();
    for (const text of settings.initialMessages) other(text);
    if (isKnown && settings.loadsPrevious) await previous();
    document.body.append(form);
    update();
    input.focus();
  };
  document.getElementById('new').addEventListener('click', () => { session = ''; begin(); });
  if (settings.welcome === '' || session !== '') begin();
  else {
    const start = create('button', { type: 'button', className: 'welcome', onclick: begin }, settings.welcome);
    list.append(start);
  }
})();
`.trim();
