'use client';

import { Monitor, Moon, Rows2, Rows3, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { useEffect, useState } from 'react';
import { Card, CardBody, CardHeader, CardTitle } from '../../../ui/card.tsx';
import { usePreferences } from '../../../ui/desk/preferences.tsx';
import { REFRESH_CHOICES } from '../../../ui/desk/preferences-text.ts';
import { Choice } from '../../../ui/desk/settings/choice.tsx';
import { ZoneChoice } from '../../../ui/desk/settings/zone-choice.tsx';

/** How the desk looks and moves, for this browser. */
export function Appearance() {
  const { preferences, change } = usePreferences();
  const { theme, setTheme } = useTheme();
  const [isMounted, setMounted] = useState(false);
  // Which theme was chosen is the browser's to know.
  useEffect(() => setMounted(true), []);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Appearance and reading</CardTitle>
        <span className="text-xs text-muted">kept in this browser</span>
      </CardHeader>
      <CardBody className="grid gap-6 lg:grid-cols-2">
        <Choice<string>
          legend="Theme"
          name="theme"
          value={isMounted ? theme : undefined}
          options={[
            { value: 'light', label: 'Light', icon: Sun },
            { value: 'dark', label: 'Dark', icon: Moon },
            { value: 'system', label: 'System', icon: Monitor },
          ]}
          onChange={setTheme}
        />
        <Choice
          legend="Density of lists"
          name="density"
          value={preferences.density}
          options={[
            { value: 'comfortable', label: 'Comfortable', icon: Rows2 },
            { value: 'compact', label: 'Compact', icon: Rows3 },
          ]}
          onChange={(density) => change({ density })}
        />
        <ZoneChoice />
        <Choice
          legend="Pages read anew"
          name="refresh"
          value={preferences.refreshSeconds}
          options={REFRESH_CHOICES.map((seconds) => ({
            value: seconds,
            label: seconds === 0 ? 'By hand only' : `Every ${seconds} s`,
          }))}
          onChange={(refreshSeconds) => change({ refreshSeconds })}
        />
        <Choice
          legend="Keyboard shortcuts"
          name="shortcuts"
          value={preferences.shortcuts ? 'on' : 'off'}
          options={[
            { value: 'on', label: 'On' },
            { value: 'off', label: 'Off' },
          ]}
          onChange={(value) => change({ shortcuts: value === 'on' })}
        />
      </CardBody>
    </Card>
  );
}
