"""Logs of evaluation harnesses: one harness a file, and what they share.

A harness's file turns its files into `Log` records; `core.readers.logs.choosing` asks what has to be asked, and
`core.readers.logs.joining` pairs the systems on their items.

===============  ============================================================================================
module           what is in it
===============  ============================================================================================
archive          the small members of a log that is a zip archive, whose members may be packed with Zstandard
choosing         what of several logs is compared
comet            COMET: ``--to_json`` of comet-score and comet-compare, or what they print
deepeval         DeepEval: ``test_run_*.json`` of each system, which the file does not name
every_eval_ever  every_eval_ever: ``<uuid>_samples.jsonl`` of each model
guarding         files of a harness told from others, and those of another build refused in a sentence
helm             HELM: the ``per_instance_stats.json`` of each run
inspect          Inspect: ``.eval`` archives and ``.json`` logs, one a system and task
joining          the logs of several systems, joined on their items: what does not pair is counted and named
json_text        JSON as harnesses write it: with NaN, one value in all or one a line
lighteval        lighteval: ``details_*.parquet`` of each model and task
lm_eval          lm-evaluation-harness: ``samples_*.jsonl`` files, one a task
log              what an evaluation log holds: the scores of one system on one task, by measure, item and run
offered          the format of a harness, and what a person chooses in its logs
pooling          a system's logs of several tasks as one log, in which each item counts once
promptfoo        promptfoo: ``output.json`` of an evaluation, in which each prompt and provider is a system
sacrebleu        sacreBLEU ``--sentence-level``: one file a system
trec             trec_eval ``-q`` and ir_measures: one file a run
===============  ============================================================================================
"""
