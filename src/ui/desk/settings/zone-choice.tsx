'use client';

import { useId, useMemo, useState } from 'react';
import { Input } from '../../input.tsx';
import { absoluteTime } from '../../time-text.ts';
import { usePreferences } from '../preferences.tsx';
import { isZone, shownZone } from '../preferences-text.ts';
import { Choice } from './choice.tsx';

/** UTC, the browser's zone, or any other by its IANA name. */
export function ZoneChoice() {
  const { preferences, change } = usePreferences();
  const isOther = preferences.zone !== 'UTC' && preferences.zone !== 'local';
  const [isNaming, setNaming] = useState(isOther);
  const [name, setName] = useState(isOther ? preferences.zone : '');
  const id = useId();
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  const isWrong = name.trim() !== '' && !isZone(name.trim());
  return (
    <div className="grid gap-3">
      <Choice
        legend="Times are written in"
        name="zone"
        value={isNaming ? 'other' : preferences.zone}
        options={[
          { value: 'UTC', label: 'UTC' },
          { value: 'local', label: 'My zone' },
          { value: 'other', label: 'Another zone' },
        ]}
        onChange={(value) => {
          setNaming(value === 'other');
          if (value !== 'other') change({ zone: value });
        }}
      />
      {isNaming && (
        <div className="grid max-w-72 gap-1.5">
          <label htmlFor={id} className="text-[13px] font-medium">
            Name of the zone
          </label>
          <Input
            id={id}
            list={`${id}-zones`}
            value={name}
            placeholder="Europe/Berlin"
            autoComplete="off"
            spellCheck={false}
            aria-invalid={isWrong || undefined}
            aria-describedby={`${id}-note`}
            onChange={({ target }) => {
              setName(target.value);
              const zone = target.value.trim();
              if (zone.includes('/') && isZone(zone)) change({ zone });
            }}
          />
          <datalist id={`${id}-zones`}>
            {zones.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
          <p id={`${id}-note`} className={isWrong ? 'text-[13px] text-danger-text' : 'text-[13px] text-muted'}>
            {isWrong ? 'There is no zone of this name yet.' : 'An IANA name such as Asia/Tokyo.'}
          </p>
        </div>
      )}
      <p className="text-[13px] text-muted">
        Like this: <span className="tabular-nums">{absoluteTime(EXAMPLE, shownZone(preferences))}</span>
      </p>
    </div>
  );
}

/** A moment that is on another day in half of the world. */
const EXAMPLE = new Date('2026-11-02T22:03:22Z');
