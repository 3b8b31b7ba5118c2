// @ts-check
/* What is saved, unpacked. */

/** @param {string} packed base64 of gzip of JSON @returns {Promise<any>} */
async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text());
}

/** The whole of what is saved. @param {Garden.Payload | Garden.Folded} payload */
async function unfold(payload) {
  return 'packed' in payload ? { ...(await unpack(payload.packed)), ...payload } : payload;
}

export { unfold, unpack };
