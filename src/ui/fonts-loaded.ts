/**
 * Resolves once the page's fonts are there, or cannot be had. What measures text before that measures another font, and draws
 * the same data differently from one visit to the next.
 */
export const fontsLoaded = async (): Promise<void> => {
  // `ready` also holds before anything has asked for a font. This asks; it fails as soon as one of the family's fonts does,
  // such as a fallback that the system has not, while the first is still on its way.
  await document.fonts.load(`1em ${getComputedStyle(document.body).fontFamily}`).catch(() => []);
  await document.fonts.ready;
};
