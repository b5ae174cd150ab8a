import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PageLab } from "../../web/labs/types.js";
import { buildLab, builder, copy, folder, labs, put, sample, wrongs } from "./sample_lab.js";

describe("what would give an answer away", () => {
  const shut = (html: string): string => html.replace(/<template[\s\S]*?<\/template>/g, "").replace(/<script type="application\/json"[\s\S]*?<\/script>/g, "");

  it("lies in templates of the page, and stands open on the page of answers", () => {
    const { html, answers } = buildLab(copy({ text: put("::widget roof\n\n::exercise reach", "::after guess\n\n::widget roof\n\n::exercise reach\n\n::end") }), builder);
    for (const part of ['data-table="decode"', "<ridge-roofline", 'id="exercise-reach"', "The newest comes first.", "Bytes first:", "Count the bytes for each operation."]) {
      expect(html).toContain(part);
      expect(shut(html)).not.toContain(part);
    }
    expect(shut(html)).toContain('What the engine says<span class="locked">: opens with <span class="leads">prediction 1</span></span>');
    expect(shut(html)).toContain('<p class="locked">Opens with <a href="#exercise-guess">prediction 1</a> in “Bytes”.</p>');
    expect(html).toContain('<p class="tag">Prediction 1 <span>');
    expect(shut(html)).toContain('Opens with <a href="#exercise-time">exercise 2</a> in “Check”.');
    for (const part of ['data-table="decode"', '<svg class="drawing"', 'id="exercise-reach"', "The newest comes first.", "Bytes first:", "Answer: 1.6", "A quarter of the bytes"]) expect(answers).toContain(part);
    expect(answers).not.toMatch(/<template|<form|<input|<ridge-|<script type="module"/);
  });

  it("is not in the page of an exam: no key, no hint, no explanation, nothing that predictions open", () => {
    const { html, answers, note: model } = buildLab(copy({ json: put('"minutes": 5,', '"minutes": 5, "exam": true,'), text: put("takes {{itl}}", "takes {{=token(p='fp16').itl_s | time}}") }), builder);
    expect(answers).toBeUndefined();
    expect(model).toBeUndefined();
    const lab = JSON.parse(/id="lab">(.*?)<\/script>/s.exec(html)![1]!) as PageLab;
    expect(lab).toMatchObject({ exam: true, variables: {}, definitions: {}, figures: {}, tables: {} });
    for (const exercise of lab.exercises) {
      expect(Object.keys(exercise)).not.toEqual(expect.arrayContaining([expect.stringMatching(/answer|goal|hints|explanation|tolerance|partial|by|from/)]));
    }
    expect(html).not.toMatch(/token\(|data-hint|Answer and explanation|data-reveal|Count the bytes|That is the time at FP16|still memory-bound|A quarter of the bytes|Half the bits|Bytes first/);
    for (const { id } of lab.exercises) expect(html).toContain(`id="exercise-${id}"`);
    expect(html).not.toMatch(/<button[^>]*>Check/);
    expect(wrongs({ json: put('"minutes": 5,', '"minutes": 5, "exam": true, "answers": "page",') })).toEqual(["labs/copy/lab.json:5: an exam publishes no page of answers"]);
  });

  it("is not in what is left of a prediction's result in an exam: the questions and widgets that stand there", () => {
    const moved = (source: string): string => source.replace("A token takes {{itl}}.\n", "A token takes {{itl}}.\n\n::exercise time\n\n::widget roof\n\n::exercise reach\n").replace("::exercise time\n\n::exercise cells", "::exercise cells").replace("## Try\n\n::widget roof\n\n::exercise reach\n", "");
    const { html } = buildLab(copy({ json: put('"minutes": 5,', '"minutes": 5, "exam": true,'), text: moved }), builder);
    const lock = /<div class="lock" data-after="guess">.*?<\/template>/s.exec(html)![0];
    for (const id of ["exercise-time", "widget-roof", "exercise-reach"]) expect(lock.match(new RegExp(`id="${id}"`))).toHaveLength(1);
    expect(html).not.toMatch(/A token takes|<table data-table="decode"/);
    expect([...html.matchAll(/id="exercise-(\w+)"/g)].map(([, id]) => id).sort()).toEqual(["cells", "guess", "rank", "reach", "sort", "time", "why"]);
  });

  it("stays out of an exam's reach by being asked for once: what opens something says so beforehand, and the page knows it", () => {
    const exam = put('"minutes": 5,', '"minutes": 5, "exam": true,');
    const pageOf = (html: string): PageLab => JSON.parse(/id="lab">(.*?)<\/script>/s.exec(html)![1]!) as PageLab;
    const said = (html: string, id: string): string => /<p class="aside needs-script" id="once-\w+">(.*?)<\/p>/.exec(new RegExp(`id="exercise-${id}".*?</form>`, "s").exec(html)![0])?.[1] ?? "";
    const { html } = buildLab(copy({ json: exam, text: put("::exercise cells", "::after time\n\n::exercise cells\n\n::end") }), builder);
    expect(pageOf(html).opens).toEqual(["time"]);
    expect(["time", "guess", "cells"].map((id) => said(html, id))).toEqual([
      "Your answer opens what comes next, so it is recorded once and cannot be changed afterwards.",
      "A prediction is recorded once and cannot be changed afterwards.",
      "",
    ]);
    expect(html).toContain('<button type="submit" aria-describedby="once-time">');
    const { html: open } = buildLab(sample, builder);
    expect([pageOf(open).opens, said(open, "time")]).toEqual([undefined, ""]);
  });

  it("has a page of answers unless the lab says otherwise or belongs to a course", () => {
    const made = (more: string): boolean => buildLab(copy({ json: put('"minutes": 5,', `"minutes": 5, ${more}`) }), builder).answers !== undefined;
    expect(["", '"answers": "none",', '"course": "ml-1",', '"course": "ml-1", "answers": "page",'].map(made)).toEqual([true, false, false, true]);
  });

  it("is named for the script by a key, never as HTML", () => {
    const { html } = buildLab(sample, builder);
    const page = JSON.parse(/<script type="application\/json" id="lab">([\s\S]*?)<\/script>/.exec(html)![1]!) as { exercises: unknown[] };
    const keys = [...JSON.stringify(page.exercises).matchAll(/"(?:hint|text)":"([\w.]+\/[\w.]+)"/g)].map(([, key]) => key);
    expect(keys).toEqual(["guess/compute", "time/0", "reach/0"]);
    for (const key of keys) expect(html).toContain(`<template data-hint="${key}">`);
  });

  it("the instructor's own example follows its model: at 29 % of a step nobody says “most”", () => {
    const course = join(folder, "example", "labs");
    cpSync(join(labs, "quantization"), join(course, "quantization-qwen"), { recursive: true });
    const file = join(course, "quantization-qwen", "lab.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"model": "Llama3_8B"', '"model": "Qwen2_5_7B"').replace('"hardware": "H100"', '"hardware": "H200"'));
    const words = buildLab(join(course, "quantization-qwen"), builder).answers!.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
    expect(words).toMatch(/fetched over the host link for every token, and that takes [\d.]+ % of the step/);
    expect(words).not.toMatch(/most of the step is spent/);
  });
});
