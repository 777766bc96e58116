/**
 * Resolves once the page's font is there, or cannot be had. What measures text before that measures another font, and draws
 * the same data differently from one visit to the next. Asks for the font instead of trusting `document.fonts.ready`, which
 * also holds before anything has asked.
 */
export const fontsLoaded = async (): Promise<void> => {
  const { fontFamily } = getComputedStyle(document.body);
  await document.fonts.load(`1em ${fontFamily}`).catch(() => {});
};
