'use client';

import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Page } from '../ui/page.tsx';

/** A page that failed while it was rendered; the digest finds its line in the server's log. */
export default function ErrorPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <Page>
      <ErrorState
        heading="h1"
        title="This page could not be shown"
        requestId={error.digest}
        action={<Button onClick={retry}>Try again</Button>}
      >
        Something failed on the server. Nothing that you ordered is lost: what is unsettled is kept in this tab.
      </ErrorState>
    </Page>
  );
}
