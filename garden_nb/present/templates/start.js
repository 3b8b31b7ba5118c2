async (/** @type {string} */ packed) => {
const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
const script = document.createElement('script');
script.textContent = JSON.parse(await new Response(stream).text());
document.head.append(script);
script.remove();
}
