/** Style sheets that only some pages need: each is fetched when the first of those pages is opened. */

/** @type {Map<string, Promise<void>>} */
const fetched = new Map();

/** Settled when the sheet is in force; a page without its sheet is still better than none. @param {string} address */
export function loadStyle(address) {
  let sheet = fetched.get(address);
  if (!sheet) {
    sheet = new Promise((resolve) => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = address;
      link.onload = link.onerror = () => resolve();
      document.head.append(link);
    });
    fetched.set(address, sheet);
  }
  return sheet;
}
