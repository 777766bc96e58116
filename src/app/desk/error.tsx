'use client';

import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';

/** A page of the desk that failed while it was rendered; the digest finds its line in the server's log. */
export default function DeskError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <Page className="max-w-none py-6">
      <ErrorState
        heading="h1"
        title="This page of the desk could not be shown"
        requestId={error.digest}
        action={<Button onClick={retry}>Try again</Button>}
      >
        Something failed on the server. A command that was on its way has either taken effect with its audit row, or not
        at all: look at the record before you repeat it.
      </ErrorState>
    </Page>
  );
}
