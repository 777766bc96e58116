'use client';

import dynamic from 'next/dynamic';

// The charts' library is the largest of the desk: the numbers are there before it, and pages without a chart never load it.
/** The lines, once they are loaded. */
export const ActivityChart = dynamic(() => import('./activity-chart.tsx').then((module) => module.ActivityChart), {
  ssr: false,
});

/** The bars, once they are loaded. */
export const Bars = dynamic(() => import('./bar-chart.tsx').then((module) => module.Bars), { ssr: false });
