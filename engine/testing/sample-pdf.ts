// Writes PDF files for tests: pages of lines in Helvetica.

export function samplePdf(pages: readonly (readonly string[])[], title: string): Buffer {
  const objects: string[] = [];
  const ids = pages.map((_, at) => 5 + at * 2);
  objects[1] = '<< /Type /Catalog /Pages 2 0 R >>';
  objects[2] = `<< /Type /Pages /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`;
  objects[3] = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  objects[4] = `<< /Title (${title}) >>`;
  for (const [at, lines] of pages.entries()) {
    const id = ids[at] as number;
    const text = lines.map((line, index) => `BT /F1 12 Tf 50 ${700 - index * 20} Td (${line}) Tj ET`).join('\n');
    objects[id] = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> /Contents ${id + 1} 0 R >>`;
    objects[id + 1] = `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, id) => {
    const offset = file.length;
    file += `${id} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const trailer = `trailer\n<< /Size ${objects.length} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${objects.length}\n0000000000 65535 f \n${table.join('')}${trailer}`, 'latin1');
}
