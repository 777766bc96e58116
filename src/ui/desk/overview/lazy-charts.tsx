'use client';

import dynamic from 'next/dynamic';
import { fontsLoaded } from '../../fonts-loaded.ts';
import { Skeleton } from '../../skeleton.tsx';

// The charts' library is the largest of the desk: the numbers are there before it, and pages without a chart never load it. It
// chooses the labels of an axis by their width, and remembers widths: nothing may be drawn before the font is there.
const whenDrawable = async <Chart,>(chart: Promise<Chart>): Promise<Chart> => {
  await fontsLoaded();
  return chart;
};

const loading = () => <Skeleton aria-busy className="h-full" />;

/** The lines, once they are loaded. */
export const ActivityChart = dynamic(
  () => whenDrawable(import('./activity-chart.tsx').then((module) => module.ActivityChart)),
  { ssr: false, loading },
);

/** The bars, once they are loaded. */
export const Bars = dynamic(() => whenDrawable(import('./bar-chart.tsx').then((module) => module.Bars)), {
  ssr: false,
  loading,
});
