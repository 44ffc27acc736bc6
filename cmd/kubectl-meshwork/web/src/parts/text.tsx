import { now } from '../core/clock';
import { age, visible } from '../core/format';

/** Text shows text from the cluster, which may be written to deceive. */
export function Text({ value }: { value: string }) {
  return <bdi>{visible(value)}</bdi>;
}

/** Name shows a name on one line. Its end may be cut off, so the whole is in the title. */
export function Name({ value }: { value: string }) {
  const text = visible(value);
  return <bdi class="name" title={text}>{text}</bdi>;
}

/** Age shows the age of a time. */
export function Age({ time }: { time: string }) {
  if (time === '') return null;
  return <time dateTime={time} title={visible(time)}>{age(time, now.value)}</time>;
}
