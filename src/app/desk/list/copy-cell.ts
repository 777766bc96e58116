import { toast } from 'sonner';

/** Copies a cell's text whole, and says whether the browser let it. */
export async function copyCell(text: string): Promise<void> {
  // Browsers have no clipboard for pages that came over plain http.
  if (!navigator.clipboard) return void toast.error('This browser lets nothing be copied from a page without https.');
  await navigator.clipboard.writeText(text).then(
    () => toast.success('Copied'),
    () => toast.error('The browser did not let it be copied.'),
  );
}
