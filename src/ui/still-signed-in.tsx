import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Stays until it is read: somebody who believes to be signed out walks away from an open session. */
export const StillSignedIn = ({ onClose }: { onClose(): void }) => (
  <div className="fixed right-4 bottom-4 z-50 w-[calc(100vw-2rem)] max-w-sm shadow-float">
    <Notice
      tone="danger"
      title="You are still signed in"
      actions={
        <Button look="secondary" size="small" onClick={onClose}>
          Close
        </Button>
      }
    >
      The server did not confirm the sign-out. Try again.
    </Notice>
  </div>
);
