// Sound effects synthesised with Web Audio: opt-in, and silent before the first user gesture (autoplay policy).

import { settings } from './settings.svelte';

export type Sound = 'place' | 'cage' | 'load' | 'card' | 'coin' | 'turn' | 'end';

// Frequency, duration in seconds, waveform, start time.
type Note = readonly [number, number, OscillatorType, number];
const NOTES: Record<Sound, readonly Note[]> = {
  place: [
    [180, 0.07, 'square', 0],
    [90, 0.09, 'triangle', 0.01],
  ],
  cage: [
    [70, 0.3, 'sawtooth', 0],
    [95, 0.3, 'sawtooth', 0.04],
  ],
  load: [
    [120, 0.08, 'triangle', 0],
    [240, 0.05, 'square', 0.05],
  ],
  card: [
    [900, 0.04, 'triangle', 0],
    [1400, 0.03, 'triangle', 0.03],
  ],
  coin: [
    [1200, 0.08, 'sine', 0],
    [1800, 0.14, 'sine', 0.05],
  ],
  turn: [
    [660, 0.35, 'sine', 0],
    [990, 0.45, 'sine', 0.12],
  ],
  end: [
    [523, 0.3, 'sine', 0],
    [659, 0.3, 'sine', 0.18],
    [784, 0.5, 'sine', 0.36],
  ],
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound || (settings.onlyMyTurn && sound !== 'turn')) return;
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [frequency, length, shape, start] of NOTES[sound]) {
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    const begin = context.currentTime + start;
    oscillator.type = shape;
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(settings.volume * 0.18, begin);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(begin);
    oscillator.stop(begin + length);
  }
}
