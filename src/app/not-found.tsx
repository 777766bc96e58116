import { MapPinOff } from 'lucide-react';
import Link from 'next/link';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';

export default function NotFound() {
  return (
    <Page>
      <EmptyState
        heading="h1"
        icon={<MapPinOff aria-hidden />}
        title="There is no such page"
        action={
          <Button asChild look="secondary">
            <Link href="/">To the shop</Link>
          </Button>
        }
      >
        The address may be mistyped, or what was here is gone.
      </EmptyState>
    </Page>
  );
}
