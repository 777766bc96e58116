/** What the demo shop sells: plenty of most things, and one of the last kettle, so that "sold out" can be seen. */
export const products = [
  { sku: 'tea-01', name: 'Sencha, first flush, 100 g', priceCents: 1450, stock: 500 },
  { sku: 'tea-02', name: 'Smoked lapsang, 100 g', priceCents: 1290, stock: 320 },
  { sku: 'beans-01', name: 'Espresso beans, dark roast, 250 g', priceCents: 1190, stock: 240 },
  { sku: 'beans-02', name: 'Filter beans, washed, 250 g', priceCents: 1380, stock: 180 },
  { sku: 'mug-01', name: 'Stoneware mug, 300 ml', priceCents: 2200, stock: 60 },
  { sku: 'dripper-01', name: 'Ceramic dripper', priceCents: 2850, stock: 24 },
  { sku: 'grinder-01', name: 'Hand grinder, steel burrs', priceCents: 8900, stock: 3 },
  { sku: 'kettle-01', name: 'Gooseneck kettle, the last one', priceCents: 6400, stock: 1 },
] as const;

/** ISO 4217 code of all demo prices. */
export const currency = 'EUR';
