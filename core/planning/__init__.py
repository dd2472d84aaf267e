"""Before a study and around a printed claim: power, sample size, detectable gains, what two accuracies imply."""
